import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'

interface FormProps {
  id?: string
  className?: string | undefined
  /** Whatever it answers: a form that is still there afterwards was refused. */
  onSubmit: () => unknown
  children: ReactNode
}

/** The first wrong field; where none is named, the sentence that says why. */
export const pointOut = (form: HTMLFormElement): void => {
  const wrong = form.querySelector<HTMLElement>('[aria-invalid]')
  if (wrong) return wrong.focus()
  const around = form.closest('dialog') ?? form.parentElement ?? form
  const said = [...around.querySelectorAll<HTMLElement>('[role="alert"]')].find(({ textContent }) => textContent !== '')
  if (!said) return
  said.tabIndex = -1
  said.focus()
}

/** A form whose refusal is not missed: the focus goes from the button to what is wrong. */
export const Form = ({ id, className, onSubmit, children }: FormProps) => {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  // After the faults are drawn: they may come with the same render, or long after the press.
  useEffect(() => {
    if (tries > 0 && form.current) pointOut(form.current)
  }, [tries])
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    await onSubmit()
    setTries((count) => count + 1)
  }
  return (
    <form ref={form} id={id} className={className} onSubmit={(event) => void submit(event)} noValidate>
      {children}
    </form>
  )
}
