import * as v from 'valibot'
import { savedStore } from './saved.ts'

const CommentSchema = v.object({ version: v.literal(1), text: v.pipe(v.string(), v.maxLength(1000)) })
export const NO_COMMENT: v.InferOutput<typeof CommentSchema> = { version: 1, text: '' }

/** What the person wrote to the courier; a refresh loses nothing. Key `root:comment` (spec section 9). */
const $comment = savedStore('root:comment', CommentSchema, NO_COMMENT)
export { $comment }

export const writeComment = (text: string): void => $comment.set({ version: 1, text: text.slice(0, 1000) })
