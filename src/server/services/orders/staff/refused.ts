/** Why staff may not do something to an order or a payment. */
export type StaffRefusal =
  | 'UNKNOWN_ORDER'
  | 'UNKNOWN_PART'
  | 'OF_TICKETS'
  | 'UNKNOWN_TICKET'
  | 'TICKET_OVER'
  | 'UNKNOWN_REVIEW'
  | 'UNKNOWN_CLAIM'
  | 'ALREADY_ANSWERED'
  | 'NO_LINE'
  | 'WRONG_STATUS'
  | 'ALREADY_READY'
  | 'NOTHING_AT_DOOR'
  | 'NOT_FETCHED'
  | 'AFTER_CLOSING'
  | 'WRONG_CODE'
  | 'CODE_CHANGED'
  | 'NOT_RECEIVED'
  | 'UNKNOWN_LINE'
  | 'TOO_MUCH'
  | 'NOTHING_LEFT'
  | 'WRONG_LINE'
  | 'WRONG_PRODUCT'
  | 'LEFT_OUT'
  | 'ALREADY_ASKED'
  | 'NOT_ANSWERED'
  | 'NO_GIFT_CARDS'
  | 'NOT_PRINTED'
  | 'CARD_USED'

/** A refusal by name; the message says it for people, with the cure. */
export class RefusedToStaff extends Error {
  readonly why: StaffRefusal
  constructor(why: StaffRefusal, message: string) {
    super(message)
    this.name = 'RefusedToStaff'
    this.why = why
  }
}
