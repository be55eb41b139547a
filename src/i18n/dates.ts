import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { OFFSET_MINUTES, type Instant } from '#domain/time/yerevan-time.ts'

dayjs.extend(utc)

/** Formats of dates for what the server writes; what a browser runs has its own (`domain/date-format.ts`), by the budgets of bytes. */
const inYerevan = (ms: Instant): dayjs.Dayjs => dayjs.utc(ms).utcOffset(OFFSET_MINUTES)

/** dd/mm/yyyy */
export const formatDate = (ms: Instant): string => inYerevan(ms).format('DD/MM/YYYY')
/** dd/mm/yyyy, HH:MM */
export const formatDateTime = (ms: Instant): string => inYerevan(ms).format('DD/MM/YYYY, HH:mm')
