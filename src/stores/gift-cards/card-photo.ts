import * as calls from '#contract/gift-cards/calls.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'

/** Sends a picture ahead of the card that will have it; returns its id, or what refused it. */
export const addCardPhoto = async (file: Blob): Promise<{ id: number } | { refused: Failure }> => {
  try {
    return await environment().call(calls.addPhoto, { body: file })
  } catch (cause) {
    return { refused: failureOf(cause) }
  }
}
