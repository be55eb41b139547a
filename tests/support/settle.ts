/** Lets everything that waits for an answer just given run. */
export const settle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve))
