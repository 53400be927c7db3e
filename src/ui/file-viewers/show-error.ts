/** Why something is not shown, in words for whoever opened it. */
export class ShowError extends Error {}

/** It did not come, and may when it is asked for once more. */
export class LoadError extends ShowError {}
