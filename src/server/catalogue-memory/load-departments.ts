import { sql } from 'drizzle-orm'
import type { Words } from '#domain/locale.ts'
import type { Db } from '#server/db/engine.ts'
import { rowsOf } from '#server/db/rows.ts'

export interface DirectoryDepartment {
  id: number
  key: string
  name: Words
  productsCount: number
}

/** Loads the departments of a supplier that have products, in its order, with counts by index. */
export const loadDepartments = (db: Db, supplierId: number): Promise<DirectoryDepartment[]> =>
  rowsOf<DirectoryDepartment>(
    db,
    sql`select d.id, d.key, d.name, c.n as "productsCount" from departments d
      join (select department_id, count(*)::int as n from products
        where supplier_id = ${supplierId}::int and withdrawn_at is null group by department_id) c on c.department_id = d.id
      where d.supplier_id = ${supplierId}::int and d.withdrawn_at is null order by d.position, d.id`
  )
