import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'

interface FormProps {
  id?: string
  className?: string | undefined
  /** The result is ignored: a form still mounted afterwards was refused. */
  onSubmit: () => unknown
  children: ReactNode
}

/** Focuses the first invalid field, else the error message. */
export const focusProblem = (form: HTMLFormElement): void => {
  const invalidField = form.querySelector<HTMLElement>('[aria-invalid]')
  if (invalidField) return invalidField.focus()
  const around = form.closest('dialog') ?? form.parentElement ?? form
  const message = [...around.querySelectorAll<HTMLElement>('[role="alert"]')].find(({ textContent }) => textContent !== '')
  if (!message) return
  message.tabIndex = -1
  message.focus()
}

/** A form that moves the focus to the problem when it is refused. */
export const Form = ({ id, className, onSubmit, children }: FormProps) => {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  // In an effect, after the errors are rendered: in the same render, or long after the press.
  useEffect(() => {
    if (tries > 0 && form.current) focusProblem(form.current)
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
