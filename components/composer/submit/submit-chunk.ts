import { saveToDrafts } from "#components/composer/drafts/save-to-drafts.ts";
import { findSubmitProblem, getSubmissionDetails } from "#components/composer/state/submission/submit-validation.ts";
import { createOfflineSubmitController } from "./offline/offline-submit-controller.ts";
import { saveLastChannels, sendSubmitRequest } from "./send-submit-request.ts";

/** The functions behind Publish are in one chunk: in several, each chunk would have a copy of their shared code. */
export const submitChunk = {
  findSubmitProblem,
  getSubmissionDetails,
  saveToDrafts,
  saveLastChannels,
  sendSubmitRequest,
  createOfflineSubmitController,
};
