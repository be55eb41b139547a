import { sql } from 'drizzle-orm'
import type { Review, ReviewsPage } from '#contract/reviews/calls.ts'
import { LOCALES, type Locale, type Words } from '#domain/locale.ts'
import { slot } from '#server/cache.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { DirectorySupplier } from '#server/catalogue-memory/directory.ts'
import { findSupplier } from '#server/services/catalogue/read-supplier.ts'

interface Row {
  id: number
  stars: number
  author: Words
  words: Partial<Words>
  date: string
  demo: boolean
  answer: string
  /** Of an order here, not imported. */
  own: boolean
}
type Stars = ReviewsPage['stars']

/** Returns reviews of a supplier, newest first (GET /suppliers/{id}/reviews). SUPPLIER_NOT_FOUND. */
export const listReviews = async (ctx: Context, id: number, { skip, take }: { skip: number; take: number }): Promise<ReviewsPage> => {
  const supplier = await findSupplier(ctx, { id })
  const stars = await starsOf(ctx, supplier)
  const totalCount = stars.reduce((sum, count) => sum + count, 0)
  const rows =
    skip >= totalCount || take === 0
      ? []
      : await rowsOf<Row>(
          ctx.readDb,
          sql`(select id, stars, author, words, to_char(written_on, 'YYYY-MM-DD') as date, demo, '' as answer, false as own, written_on::timestamp as at
              from reviews where supplier_id = ${id}::int
              order by written_on desc nulls last, id desc limit ${skip + take})
            union all
            (select id, stars, jsonb_build_object('hy', author, 'en', author, 'ru', author), jsonb_build_object(locale, comment),
              to_char(created_at at time zone 'Asia/Yerevan', 'YYYY-MM'), false, answer, true, created_at at time zone 'Asia/Yerevan'
              from order_reviews where supplier_id = ${id}::int and comment <> ''
              order by created_at desc, id desc limit ${skip + take})
            order by at desc nulls last, id desc nulls last limit ${take} offset ${skip}`
        )
  const rating = supplier.ratingAverage === null ? null : { average: supplier.ratingAverage, count: supplier.ratingCount }
  return { items: rows.map((row) => reviewOf(row, ctx.locale)), totalCount, rating, stars }
}

const reviewOf = ({ id, own, stars, date, demo, author, words, answer }: Row, locale: Locale): Review => {
  const language = [locale, ...LOCALES].find((candidate) => words[candidate])
  return {
    ...{ id: own ? -id : id, stars, date, demo, answer: answer || null },
    author: author[locale],
    text: language ? { language, words: words[language] ?? '' } : null
  }
}

/** Cached per supplier object, which an import replaces. */
const STARS = slot<Promise<Stars>>('stars')

const starsOf = (ctx: Context, supplier: DirectorySupplier): Promise<Stars> =>
  supplier.cache.load(STARS, () => countStars(ctx, supplier.id))

const countStars = async (ctx: Context, supplierId: number): Promise<Stars> => {
  const rows = await rowsOf<{ stars: number; n: number }>(
    ctx.readDb,
    sql`select stars, count(*)::int as n from (
        select stars from reviews where supplier_id = ${supplierId}::int
        union all select stars from order_reviews where supplier_id = ${supplierId}::int and comment <> '') written group by stars`
  )
  const of = (star: number): number => rows.find(({ stars }) => stars === star)?.n ?? 0
  return [of(1), of(2), of(3), of(4), of(5)]
}
