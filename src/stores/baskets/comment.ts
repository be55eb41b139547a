import { savedStore } from '#stores/saved.ts'
import { isExactly, isShape, isText, type Of } from '#stores/shape.ts'

const isComment = isShape({ version: isExactly(1), text: isText })
export const NO_COMMENT: Of<typeof isComment> = { version: 1, text: '' }

/** The comment for the courier, persisted under `root:comment` (spec section 9). */
const $comment = savedStore('root:comment', isComment, NO_COMMENT)
export { $comment }

export const writeComment = (text: string): void => $comment.set({ version: 1, text: text.slice(0, 1000) })
