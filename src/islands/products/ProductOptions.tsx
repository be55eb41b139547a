import { useEffect, useRef } from 'react'
import type { Configurator } from '#contract/catalogue/calls.ts'
import { emptyLabel, optionNote, shownAs } from '#domain/options/option-note.ts'
import { formatAmd } from '#domain/money.ts'
import { Choice, Select } from '#islands/ui/forms/Choice.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import styles from './ProductOptions.module.css'
import type { Chosen, OptionProblem } from './options.ts'

/** No value of a group; ids begin with 1. */
const NONE = 0

interface ProductOptionsProps {
  groups: readonly Configurator[]
  chosen: Chosen
  problem: OptionProblem | null
  onChoose: (chosen: Chosen) => void
}

/** The option groups of a product; an incomplete group is scrolled into view. */
export const ProductOptions = ({ groups, chosen, problem, onChoose }: ProductOptionsProps) => {
  const box = useRef<HTMLDivElement>(null)
  const groupId = problem?.groupId
  useEffect(() => {
    const group = groupId === undefined ? null : box.current?.querySelector(`[data-group="${groupId}"]`)
    group?.scrollIntoView({ block: 'center' })
    group?.querySelector<HTMLElement>('input, select')?.focus()
  }, [groupId])
  return (
    <div ref={box} className={styles.groups}>
      {groups.map((group) => (
        <div key={group.id} data-group={group.id}>
          <Group
            group={group}
            chosen={chosen[group.id] ?? []}
            wrong={problem?.groupId === group.id}
            onChoose={(ids) => onChoose({ ...chosen, [group.id]: ids })}
          />
        </div>
      ))}
    </div>
  )
}

interface GroupProps {
  group: Configurator
  chosen: number[]
  wrong: boolean
  onChoose: (ids: number[]) => void
}

const Group = ({ group, chosen, wrong, onChoose }: GroupProps) => {
  const t = useT('product', 'validation')
  const locale = useLocale()
  const priceOf = (price: number): string => (price === 0 ? '' : `+${formatAmd(price, locale)}`)
  const error = wrong ? t('validation:choose') : undefined
  const required = group.min > 0
  const note = optionNote(group)
  const hint = note ? t(`product:note.${note.say}`, note.values) : undefined
  const kind = shownAs(group)
  if (kind === 'select')
    return (
      <Select
        label={group.name}
        hint={hint}
        error={error}
        value={chosen[0] ?? ''}
        {...(required ? {} : { empty: t('product:pick') })}
        options={group.values.map(({ id, name, price, soldOut }) => ({
          value: id,
          text: `${name} ${soldOut ? `(${t('product:soldOut')})` : priceOf(price)}`.trim(),
          disabled: soldOut
        }))}
        onValue={(id) => onChoose(id === '' ? [] : [id])}
      />
    )
  const empty = emptyLabel(group)
  const full = group.type === 'checkbox' && group.max > 0 && chosen.length >= group.max
  return (
    <Choice
      legend={group.name}
      hint={hint}
      error={error}
      kind={kind}
      chosen={empty && chosen.length === 0 ? [NONE] : chosen}
      onChoose={(ids) => onChoose(ids.filter((id) => id !== NONE))}
      options={[
        ...(empty ? [{ value: NONE, label: t(empty), note: '', disabled: false }] : []),
        ...group.values.map(({ id, name, price, soldOut }) => ({
          value: id,
          label: name,
          note: soldOut ? t('product:soldOut') : priceOf(price),
          disabled: soldOut || (full && !chosen.includes(id))
        }))
      ]}
    />
  )
}
