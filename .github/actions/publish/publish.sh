#!/usr/bin/env bash
# The script of action.yml. Inputs come as variables, never inside the script: a text can't become a command.
set -euo pipefail

key="${INPUT_KEY:-github-$GITHUB_REPOSITORY-$GITHUB_RUN_ID-$GITHUB_JOB-$GITHUB_ACTION}"
args=(post --file - --json --idempotency-key "$key")
set -f
for channel in $INPUT_CHANNELS; do args+=(--channel "$channel"); done
set +f
if [ -n "${INPUT_AT:-}" ]; then args+=(--at "$INPUT_AT"); fi
if [ -n "${INPUT_IMAGE:-}" ]; then args+=(--image "$INPUT_IMAGE"); fi
if [ "${INPUT_DRAFT:-false}" = true ]; then args+=(--draft); fi
if [ "${INPUT_WAIT:-false}" = true ]; then args+=(--wait --timeout 600); fi

posts="$(printf '%s' "$INPUT_TEXT" | npx --yes --package "$INPUT_PACKAGE" -- postwright "${args[@]}")"
# One line of JSON: a name that no text can contain ends it.
printf 'posts=%s\n' "$posts" >> "$GITHUB_OUTPUT"
printf '%s\n' "$posts"
