import type { BasketItem } from '#contract/baskets/calls.ts'
import { RUN_OUT, type RunOut } from '#domain/enums.ts'
import { Select } from '#islands/ui/forms/Choice.tsx'
import { useT } from '#islands/ui/locale.ts'
import { choose } from '#stores/checkout/choices.ts'
import type { Extras } from '#stores/checkout/place-order.ts'
import styles from './checkout.module.css'

/** What to do when a single product has run out, where that is something else than for the others. */
export const RunOutLines = ({ items, extras: { runOutLines } }: { items: readonly BasketItem[]; extras: Extras }) => {
  const t = useT('checkout')
  const chosenFor = (itemId: number): RunOut | '' => runOutLines.find((line) => line.itemId === itemId)?.runOut ?? ''
  const set = (itemId: number, runOut: RunOut | ''): void =>
    choose({ runOutLines: [...runOutLines.filter((line) => line.itemId !== itemId), ...(runOut ? [{ itemId, runOut }] : [])] })
  return (
    <details className={styles.single} open={runOutLines.length > 0 || undefined}>
      <summary>{t('checkout:runOut.lines')}</summary>
      {items.map(({ id, name }) => (
        <Select
          key={id}
          label={name}
          value={chosenFor(id)}
          empty={t('checkout:runOut.same')}
          options={RUN_OUT.map((value) => ({ value, text: t(`checkout:runOut.${value}`) }))}
          onValue={(runOut) => set(id, runOut)}
        />
      ))}
    </details>
  )
}
