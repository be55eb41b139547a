import { useEffect, useImperativeHandle, useRef, useState, type FormEvent, type InputHTMLAttributes, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from '@nanostores/react'
import { Button } from '#islands/ui/Button.tsx'
import { Select } from '#islands/ui/forms/Choice.tsx'
import { Field, TextField } from '#islands/ui/forms/Field.tsx'
import { focusProblem } from '#islands/ui/forms/Form.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { useT } from '#islands/ui/locale.ts'
import type { AddressDraft } from '#stores/addresses/address-draft.ts'
import type { Town } from '#contract/geo/calls.ts'
import {
  checkFields,
  fromMap,
  isMarked,
  isWholeHouse,
  knownPoint,
  moveMarker,
  streetLine,
  withDetails,
  type AddressFields,
  type FieldProblems
} from '#stores/addresses/address-form.ts'
import { searchPoint } from '#stores/addresses/address-search.ts'
import { loadTowns, saveAddress } from '#stores/addresses/save-address.ts'
import { chooseOnMap } from '#stores/addresses/map-point.ts'
import { task } from '#stores/tasks.ts'
import styles from './address.module.css'
import { ReachWords } from './ReachWords.tsx'
import { useReach } from './use-reach.ts'

/** Submitted by the form's own button, or by one elsewhere on the page. */
export type SavedBy = 'form' | 'page'
/**
 * incomplete: the first invalid field has the focus; unknown, failed: the form shows it, and the focus is on the message, or on the next
 * action when submitted from elsewhere.
 */
export type SaveOutcome = 'saved' | 'incomplete' | 'unknown' | 'failed'
/** Handle for a button elsewhere on the page that submits the form. */
export interface AddressFormHandle {
  save: () => Promise<SaveOutcome>
}

export interface AddressFormProps {
  initial: AddressDraft
  /** The address being edited. */
  id?: number | undefined
  saveWords: string
  onSaved: (by: SavedBy) => void
  /** Called on every change of the fields or the point. */
  onDraft?: (draft: AddressDraft) => void
  /** Moves the focus into the form on mount. */
  takesFocus?: boolean
  ref?: Ref<AddressFormHandle> | undefined
  onBack: { words: string; go: () => void }
}

const DOOR = ['entrance', 'floor', 'apartment', 'doorCode'] as const
const LABELS = {
  street: 'address:street',
  house: 'address:house',
  entrance: 'address:entrance',
  floor: 'address:floor',
  apartment: 'address:apartment',
  doorCode: 'address:doorCode'
} as const
const PROBLEMS = { required: 'validation:required', number: 'validation:number', tooLong: 'validation:tooLong' } as const

/** All fields of one address; the point comes from a suggestion or is found by the typed fields. */
export const AddressForm = ({ initial, id, saveWords, onSaved, onDraft, takesFocus = true, ref, onBack }: AddressFormProps) => {
  const t = useT('address')
  const form = useRef<HTMLFormElement>(null)
  const [save] = useState(() => task(saveAddress))
  const state = useStore(save.$state)
  const [{ fields, picked }, setDraft] = useState(initial)
  const [problems, setProblems] = useState<FieldProblems>({})
  const [unknown, setUnknown] = useState(false)
  const [towns, setTowns] = useState<readonly Town[]>([])
  // A house that was picked from the list is known: only what leads to the door is asked for.
  const [showsPlace, setShowsPlace] = useState(id !== undefined || !isWholeHouse(initial))

  const at = knownPoint(fields, picked, towns)
  const [reach] = useReach(at ? [at.point] : [], at?.onlyTown)
  const refusal = state.state === 'failed' ? state.failure.message || t('states:failedText') : ''
  const refused = state.state === 'failed' && state.failure.field && state.failure.field in fields ? state.failure.field : null

  useEffect(() => {
    void loadTowns().then(setTowns, () => undefined)
  }, [])
  // Focus the first missing field; with none, the button, which opens no keyboard.
  useEffect(() => {
    if (!takesFocus) return
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('[data-place] :is(input, select)') ?? [])]
    const blank = fields.find(({ value }) => value === '')
    ;(blank ?? form.current?.querySelector<HTMLElement>('[type="submit"]'))?.focus()
  }, [takesFocus])

  const change = (next: AddressDraft): void => {
    setDraft(next)
    onDraft?.(next)
    setUnknown(false)
    save.reset()
  }
  const set = (name: keyof AddressFields, value: string): void => {
    change({ fields: { ...fields, [name]: value }, picked })
    if (problems[name]) setProblems(({ [name]: _, ...others }) => others)
  }
  const focusOn = (selector: string): void => form.current?.querySelector<HTMLElement>(selector)?.focus()
  const submit = async (anyway: boolean, by: SavedBy): Promise<SaveOutcome> => {
    const found = checkFields(fields, picked)
    flushSync(() => setProblems(found))
    if (Object.keys(found).length > 0) {
      focusOn('[aria-invalid]')
      return 'incomplete'
    }
    const result = await save.submit({ fields, picked, anyway, ...(id === undefined ? {} : { id }) })
    if (result === 'saved') onSaved(by)
    else flushSync(() => setUnknown(result === 'unknown'))
    if (result !== 'saved' && by === 'page') focusOn(result === 'unknown' ? '[data-anyway]' : '[type="submit"]')
    if (result !== 'saved' && by === 'form' && form.current) focusProblem(form.current)
    return result ?? 'failed'
  }
  useImperativeHandle(ref, () => ({ save: () => submit(false, 'page') }))
  /** A marked point fills in its address; one without an address leaves the fields. */
  const mark = async (): Promise<void> => {
    const at = picked?.place
    const answer = await chooseOnMap(at ? { lat: at.latitude, lng: at.longitude } : searchPoint())
    if (!answer || answer === 'hand') return
    const street = answer.suggestion && answer.suggestion.type !== 'district'
    change(street && !unknown ? withDetails(fromMap(answer), fields) : moveMarker(fields, picked, answer))
    setProblems({})
    focusOn('input')
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    void submit(false, 'form')
  }
  const errorOf = (name: keyof AddressFields): string | undefined => {
    const problem = problems[name]
    return problem ? t(PROBLEMS[problem]) : name === refused ? refusal : undefined
  }
  const line = (name: keyof typeof LABELS, rest: InputHTMLAttributes<HTMLInputElement> = {}) => (
    <Field
      label={t(LABELS[name])}
      value={fields[name]}
      error={errorOf(name)}
      onChange={(event) => set(name, event.target.value)}
      {...rest}
    />
  )
  const isFolded = !showsPlace && !unknown && !refused && !problems.city && !problems.street && !problems.house
  const unfold = (): void => {
    flushSync(() => setShowsPlace(true))
    focusOn('[data-place] input')
  }
  // A town saved in another language, or known only to the geocoder, stays in the list.
  const names = towns.map(({ name }) => name)
  const known = fields.city && !names.includes(fields.city) ? [fields.city, ...names] : names
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={onSubmit}>
      {isFolded ? (
        <p className={styles.place}>
          <span>
            <b>{streetLine(fields)}</b>, {fields.city}
          </span>
          <Button look="quiet" onClick={unfold}>
            {t('address:change')}
          </Button>
        </p>
      ) : (
        <div className={styles.form} data-place>
          <Select
            label={t('address:city')}
            empty={t('address:chooseCity')}
            value={fields.city}
            error={errorOf('city')}
            options={known.map((city) => ({ value: city, text: city }))}
            onValue={(city) => set('city', city)}
          />
          <div className={styles.street}>
            {line('street', { autoComplete: 'address-line1', required: true })}
            {line('house', { autoComplete: 'off', required: true })}
          </div>
        </div>
      )}
      <output className={isFolded ? styles.room : undefined}>
        {reach && (
          <p className={`${styles.notice} ${styles.apart}`}>
            <ReachWords reach={reach} city={fields.city} />
            <span>{t('address:reach.keep')}</span>
          </p>
        )}
      </output>
      {!isFolded && (
        <p>
          <Button onClick={() => void mark()}>
            <Icon name="pin" /> {t(isMarked(fields, picked) ? 'address:marked' : 'address:onMap')}
          </Button>
        </p>
      )}
      <fieldset className={styles.details}>
        <legend>
          {t('address:details')} <span className="muted">({t('address:optional')})</span>
        </legend>
        <div className={styles.door}>
          {DOOR.map((name) => (
            <div key={name}>{line(name, { autoComplete: 'off', ...(name === 'floor' ? { inputMode: 'numeric' } : {}) })}</div>
          ))}
        </div>
        <TextField
          label={t('address:comment')}
          value={fields.comment}
          error={errorOf('comment')}
          maxLength={300}
          rows={2}
          onValue={(text) => set('comment', text)}
        />
      </fieldset>
      <div role="alert">
        {unknown && <p className={styles.notice}>{t('address:unknownStreet')}</p>}
        {refusal && !refused && <p className={styles.notice}>{refusal}</p>}
      </div>
      <div className={styles.ways}>
        <Button look="brand" type="submit" pending={state.state === 'pending'}>
          {saveWords}
        </Button>
        {unknown && (
          <Button data-anyway pending={state.state === 'pending'} onClick={() => void submit(true, 'form')}>
            {t('address:saveAnyway')}
          </Button>
        )}
        <Button look="quiet" onClick={onBack.go}>
          {onBack.words}
        </Button>
      </div>
    </form>
  )
}
