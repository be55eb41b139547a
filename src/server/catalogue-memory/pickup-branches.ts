import type { DirectoryBranch, DirectorySupplier } from './directory-rows.ts'

/** Branches of a supplier at which orders are fetched; none for services, which are booked. */
export const pickupBranches = ({ kind, branches }: Pick<DirectorySupplier, 'kind' | 'branches'>): DirectoryBranch[] =>
  kind === 'service' ? [] : branches.filter(({ pickup, withdrawnAt }) => pickup && withdrawnAt === null)
