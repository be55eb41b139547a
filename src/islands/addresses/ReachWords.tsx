import type { Reach } from '#contract/geo/calls.ts'
import { useT } from '#islands/ui/locale.ts'

/** Notice that nobody, or not the page's supplier, delivers to an address. */
export const ReachWords = ({ reach, city }: { reach: Reach; city: string }) => {
  const t = useT('address')
  if (!reach.somebody) return <span>{city ? t('address:reach.nobody', { city }) : t('address:reach.nobodyHere')}</span>
  return reach.missing.map((supplier) => <span key={supplier}>{t('address:reach.notFrom', { supplier })}</span>)
}
