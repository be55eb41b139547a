import { useEffect, useRef, useState, type FormEvent, type InputHTMLAttributes } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from '@nanostores/react'
import { Button } from '#islands/ui/Button.tsx'
import { Select } from '#islands/ui/Choice.tsx'
import { Field, TextField } from '#islands/ui/Field.tsx'
import { useT } from '#islands/ui/locale.ts'
import { checkFields, type AddressFields, type FieldProblems, type PickedPlace } from '#stores/address-form.ts'
import { loadCities, saveAddress } from '#stores/address-save.ts'
import { task } from '#stores/tasks.ts'
import styles from './address.module.css'

export interface AddressFormProps {
  initial: { fields: AddressFields; picked: PickedPlace | null }
  /** The address being edited. */
  id?: number | undefined
  saveWords: string
  onSaved: () => void
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

/** Everything about one address; the place comes from a suggestion or from what is written here. */
export const AddressForm = ({ initial, id, saveWords, onSaved, onBack }: AddressFormProps) => {
  const t = useT('address')
  const form = useRef<HTMLFormElement>(null)
  const [save] = useState(() => task(saveAddress))
  const state = useStore(save.$state)
  const [fields, setFields] = useState(initial.fields)
  const [problems, setProblems] = useState<FieldProblems>({})
  const [unknown, setUnknown] = useState(false)
  const [cities, setCities] = useState<readonly string[]>([])

  useEffect(() => {
    void loadCities().then(
      (list) => setCities(list.map(({ name }) => name)),
      () => undefined
    )
  }, [])
  // Focus goes to what is still missing.
  useEffect(() => {
    const blank = [...(form.current?.querySelectorAll<HTMLInputElement>('input, select') ?? [])].find(({ value }) => value === '')
    blank?.focus()
  }, [])

  const set = (name: keyof AddressFields, value: string): void => {
    setFields((before) => ({ ...before, [name]: value }))
    setUnknown(false)
    if (problems[name]) setProblems(({ [name]: _, ...others }) => others)
  }
  const submit = async (anyway: boolean): Promise<void> => {
    const found = checkFields(fields, initial.picked)
    flushSync(() => setProblems(found))
    if (Object.keys(found).length > 0) return form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    const result = await save.submit({ fields, picked: initial.picked, anyway, ...(id === undefined ? {} : { id }) })
    if (result === 'saved') onSaved()
    if (result === 'unknown') setUnknown(true)
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    void submit(false)
  }
  const errorOf = (name: keyof AddressFields): string | undefined => {
    const problem = problems[name]
    return problem && t(PROBLEMS[problem])
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
  // A city saved in another language, or no longer served, stays in the list.
  const known = fields.city && !cities.includes(fields.city) ? [fields.city, ...cities] : cities
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={onSubmit}>
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
        {state.state === 'failed' && <p className={styles.notice}>{state.failure.message || t('states:failedText')}</p>}
      </div>
      <div className={styles.ways}>
        <Button look="brand" type="submit" pending={state.state === 'pending'}>
          {saveWords}
        </Button>
        {unknown && (
          <Button pending={state.state === 'pending'} onClick={() => void submit(true)}>
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
