import { saveToDrafts } from "#components/composer/drafts/save-to-drafts.ts";
import { findSubmitProblem, getSeparatedAccounts } from "#components/composer/state/submission/submit-validation.ts";
import { createOfflineSubmitController } from "./offline/offline-submit-controller.ts";
import { saveLastChannels, sendSubmitRequest } from "./send-submit-request.ts";

/** What a press of Publish needs. In chunks of their own, its parts would bring copies of the code that they share. */
export const submitChunk = {
  findSubmitProblem,
  getSeparatedAccounts,
  saveToDrafts,
  saveLastChannels,
  sendSubmitRequest,
  createOfflineSubmitController,
};
