import type * as cards from '#contract/cards/calls.ts'
import type { cardsSchemas } from '#contract/cards/schemas.ts'
import { listCards } from '#server/services/cards/list-cards.ts'
import { removeCard } from '#server/services/cards/remove-card.ts'
import type { Handlers } from './http/mount.ts'

export const cardsHandlers: Handlers<typeof cards, typeof cardsSchemas> = {
  list: (ctx) => listCards(ctx),
  remove: (ctx, { params }) => removeCard(ctx, params.id)
}
