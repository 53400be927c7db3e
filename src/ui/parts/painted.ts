/** Resolves once what was drawn last is seen. In a window that is not shown nothing is painted: then it waits until it is. */
export const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
