/** The plain scripts take what they do from this chunk: the stores come with it, and without React's renderer or the basket. */
export * from './card-actions.ts'

/** Nothing to see: its address in the page is what the plain scripts bring their actions by. */
export const CardTools = () => null
