import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { OFFSET_MINUTES, type Instant } from '#domain/time/yerevan-time.ts'

dayjs.extend(utc)

/** Date formats for server-rendered pages. Browser code has its own (`domain/time/date-format.ts`), because of the size budgets. */
const inYerevan = (ms: Instant): dayjs.Dayjs => dayjs.utc(ms).utcOffset(OFFSET_MINUTES)

/** dd/mm/yyyy */
export const formatDate = (ms: Instant): string => inYerevan(ms).format('DD/MM/YYYY')
/** dd/mm/yyyy, HH:MM */
export const formatDateTime = (ms: Instant): string => inYerevan(ms).format('DD/MM/YYYY, HH:mm')
