import { eq } from 'drizzle-orm'
import { schema } from '#server/db/schema.ts'
import type { TestApi } from './api.ts'

const { branches, departments, products, suppliers } = schema

/** Adds a supplier that sells the same as another one at the same places, under an id of its own. */
export const addSecondOf = async ({ engine: { db }, kernel }: TestApi, id: number, secondId: number): Promise<void> => {
  const [supplier] = await db.select().from(suppliers).where(eq(suppliers.id, id))
  if (!supplier) throw new Error(`there is no supplier ${id} in the test market`)
  await db.insert(suppliers).values({ ...supplier, id: secondId, alias: `${supplier.alias}-${secondId}` })
  for (const branch of await db.select().from(branches).where(eq(branches.supplierId, id)))
    await db.insert(branches).values({ ...branch, id: branch.id + secondId, supplierId: secondId })
  for (const { id: departmentId, ...department } of await db.select().from(departments).where(eq(departments.supplierId, id))) {
    const [second] = await db
      .insert(departments)
      .values({ ...department, supplierId: secondId })
      .returning({ id: departments.id })
    if (!second) throw new Error('the inserted department was not returned')
    for (const { id: _, ...product } of await db.select().from(products).where(eq(products.departmentId, departmentId)))
      await db.insert(products).values({ ...product, supplierId: secondId, departmentId: second.id })
  }
  kernel.directory.invalidate()
}
