/** Why something is not shown, in words for whoever opened it. */
export class ShowError extends Error {}
