/** Every call the reviews feature answers, and the shapes pages and other features read. */
import { acknowledgeAttention, raiseAttention, resolveAttention } from './contract/attention.ts';
import { readFields } from './contract/catalogue.ts';
import {
  actOnReview,
  addExtra,
  addFollower,
  consentToQuote,
  createReview,
  findDuplicates,
  overrideStatus,
  readCertificate,
  readQuote,
  readSection,
  readFollowers,
  removeExtra,
  removeFollower,
  saveSection,
  setOrigin,
  submitReview,
} from './contract/commands.ts';
import { readReview, readTimeline } from './contract/detail.ts';
import { answerEarlierDate, askEarlierDate, takeBackEarlierDate } from './contract/earlier-date.ts';
import {
  countAllReviews,
  countReviews,
  createListView,
  expertOptions,
  exportAllReviews,
  exportReviews,
  listAllReviews,
  listReviews,
  readListSettings,
  reassignReviews,
  removeListView,
  requesterOptions,
  saveListColumns,
  updateListView,
  followReviews,
} from './contract/list.ts';
import { readLegalHold, setLegalHold } from './contract/legal-hold.ts';
import { askPurge, confirmPurge, declinePurge, readPurgeRequest, withdrawPurge } from './contract/purge-request.ts';
import { readSales, saveSales } from './contract/sales.ts';
import { readUpNext } from './contract/up-next.ts';

export * from './contract/attention.ts';
export * from './contract/catalogue.ts';
export * from './contract/commands.ts';
export * from './contract/common.ts';
export * from './contract/detail.ts';
export * from './contract/earlier-date.ts';
export * from './contract/holidays.ts';
export * from './contract/list.ts';
export * from './contract/legal-hold.ts';
export * from './contract/purge-request.ts';
export * from './contract/sales.ts';
export * from './contract/up-next.ts';

export const reviewsEndpoints = {
  list: listReviews,
  counts: countReviews,
  listAll: listAllReviews,
  countsAll: countAllReviews,
  requesters: requesterOptions,
  experts: expertOptions,
  listSettings: readListSettings,
  saveListColumns,
  createListView,
  updateListView,
  removeListView,
  reassign: reassignReviews,
  watch: followReviews,
  export: exportReviews,
  exportAll: exportAllReviews,
  create: createReview,
  read: readReview,
  timeline: readTimeline,
  readSection,
  saveSection,
  setOrigin,
  quote: readQuote,
  submit: submitReview,
  act: actOnReview,
  consent: consentToQuote,
  addExtra,
  removeExtra,
  override: overrideStatus,
  duplicates: findDuplicates,
  addWatcher: addFollower,
  removeWatcher: removeFollower,
  watchers: readFollowers,
  raiseAttention,
  acknowledgeAttention,
  resolveAttention,
  askEarlierDate,
  takeBackEarlierDate,
  answerEarlierDate,
  legalHold: readLegalHold,
  setLegalHold,
  purgeRequest: readPurgeRequest,
  askPurge,
  confirmPurge,
  declinePurge,
  withdrawPurge,
  sales: readSales,
  saveSales,
  fields: readFields,
  upNext: readUpNext,
  certificate: readCertificate,
};
