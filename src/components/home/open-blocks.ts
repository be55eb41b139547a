import type { HomeBlock } from '#contract/home/calls.ts'
import { SUPPLIER_STATUS } from '#domain/enums.ts'

/** Leaves out blocks of suppliers that are all closed: above a list they would stand before the open ones, and the list has them too. */
export const openBlocks = (blocks: readonly HomeBlock[]): HomeBlock[] =>
  blocks.filter((block) => !('suppliers' in block) || block.suppliers.some(({ open }) => open.status === SUPPLIER_STATUS.open))
