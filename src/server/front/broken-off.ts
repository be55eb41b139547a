import type { IncomingMessage } from 'node:http'

/** Whether the sender left, or was cut off, before its body was complete: nobody's fault here, so nothing to log. */
export const isBrokenOff = ({ complete, destroyed }: Pick<IncomingMessage, 'complete' | 'destroyed'>): boolean => destroyed && !complete
