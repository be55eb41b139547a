import { customType } from 'drizzle-orm/pg-core'

/** A column of bytes, such as a picture. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
