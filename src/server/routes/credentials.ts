import type * as credentials from '#contract/credentials/calls.ts'
import type { credentialsSchemas } from '#contract/credentials/schemas.ts'
import { changeContact } from '#server/services/credentials/change-contact.ts'
import { changePassword } from '#server/services/credentials/change-password.ts'
import { endOwnSession, endOwnSessions } from '#server/services/credentials/end-own-sessions.ts'
import { checkReset } from '#server/services/credentials/check-reset.ts'
import { finishReset } from '#server/services/credentials/finish-reset.ts'
import { listSessions } from '#server/services/credentials/list-sessions.ts'
import { prove, proofState, sendProofCode } from '#server/services/credentials/prove.ts'
import { requestReset } from '#server/services/credentials/request-reset.ts'
import { isContactVerified, verifyContact } from '#server/services/credentials/verify-contact.ts'
import type { Handlers } from './http/mount.ts'
import { endVisit, enter, writeProof } from './http/session-cookies.ts'

export const credentialsHandlers: Handlers<typeof credentials, typeof credentialsSchemas> = {
  changePassword: (ctx, { body }, http) => changePassword(ctx, body, http),
  changeEmail: (ctx, { body }, http) => changeContact(ctx, { type: 'email', typed: body.email, pin: body.pin }, http),
  changePhone: (ctx, { body }, http) => changeContact(ctx, { type: 'phone', typed: body.phone, pin: body.pin }, http),
  isEmailVerified: async (ctx, { query }) => ({ isEmailVerified: await isContactVerified(ctx, 'email', query.email) }),
  verify: async (ctx, { query }) => {
    await verifyContact(ctx, query)
    return { verified: true }
  },
  proofState: (ctx, _input, http) => proofState(ctx, http),
  sendProofCode: (ctx, { body }, http) => sendProofCode(ctx, body.type, http),
  prove: async (ctx, { body }, http) => {
    const { reply, freshProof } = await prove(ctx, body, http)
    writeProof(http, freshProof)
    return reply
  },
  requestReset: (ctx, { query }, http) => requestReset(ctx, query.email, http),
  checkReset: (ctx, { body }) => checkReset(ctx, body.token),
  finishReset: async (ctx, { body }, http) => enter(http, await finishReset(ctx, body, http)),
  sessions: (ctx) => listSessions(ctx),
  endSession: async (ctx, { params }, http) => {
    const reply = await endOwnSession(ctx, params.id)
    if (ctx.actor.kind === 'user' && ctx.actor.sessionId === params.id) endVisit(http)
    return reply
  },
  endSessions: async (ctx, { query }, http) => {
    const reply = await endOwnSessions(ctx, query.keepCurrent === true)
    if (query.keepCurrent !== true) endVisit(http)
    return reply
  }
}
