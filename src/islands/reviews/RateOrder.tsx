import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { OrderToReview, PartToReview } from '#contract/reviews/calls.ts'
import type { ReviewAnswers } from '#domain/reviews/answers.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { TextField } from '#islands/ui/forms/Field.tsx'
import { useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import type { Failure } from '#stores/errors.ts'
import { replaceModal } from '#stores/modals.ts'
import { $rating, declineRating, loadRating, sendReview } from '#stores/reviews/rate-order.ts'
import { StarRow } from './StarRow.tsx'
import styles from './rating.module.css'

/** Maximum length of the comment in the API. */
const MAX_COMMENT = 1000
const ABOUT_GOODS = ['goods', 'accuracy', 'collected', 'again'] as const
const ABOUT_WAY = ['deliveryTime', 'courier'] as const

/** Modal `rate-order`: what each supplier made of an order, one after the other. */
export const RateOrder = ({ params: { orderId }, close }: ModalProps<'rate-order'>) => {
  const t = useWords('rating', 'states')
  const rating = useStore($rating)
  useEffect(() => void loadRating(orderId), [orderId])
  const order = rating.state === 'ready' ? rating.order : null
  const part = order?.isReviewableOrder ? order.parts.find(({ stars }) => stars === null) : undefined
  if (order && part) return <Part key={part.supplier.id} order={order} part={part} close={close} />
  return (
    <SheetContent title={t('rating:title')}>
      {rating.state === 'failed' ? (
        <Failed text={rating.failure.message} onRetry={() => void loadRating(orderId)} />
      ) : order ? (
        <p>{t(order.parts.every(({ stars }) => stars !== null) ? 'rating:done' : 'rating:closed')}</p>
      ) : (
        <Skeleton lines={6} label={t('states:loading')} />
      )}
    </SheetContent>
  )
}

const Part = ({ order, part, close }: { order: OrderToReview; part: PartToReview; close: () => void }) => {
  const t = useT('rating')
  const [answers, setAnswers] = useState<Partial<ReviewAnswers>>({})
  const [comment, setComment] = useState('')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isPending, setPending] = useState(false)
  const { supplier } = part
  const questions = [...ABOUT_GOODS, ...(order.fetched ? [] : ABOUT_WAY)]
  const words = (question: (typeof questions)[number]): string => {
    if (question === 'goods') return t(supplier.kind === 'restaurant' ? 'rating:question.goods' : 'rating:question.quality')
    if (supplier.kind === 'service' && (question === 'accuracy' || question === 'collected' || question === 'courier'))
      return t(`rating:service.${question}`)
    return t(`rating:question.${question}`)
  }
  /** The first answer stands for all, until they are changed. */
  const rate = (question: (typeof questions)[number], stars: number): void => {
    const isFirst = Object.keys(answers).length === 0
    setAnswers(isFirst ? Object.fromEntries(questions.map((one) => [one, stars])) : { ...answers, [question]: stars })
  }
  const { goods, accuracy, collected, again, ...way } = answers
  const send = async (): Promise<void> => {
    if (!goods || !accuracy || !collected || !again) return setFailure({ type: 'BAD_REQUEST', message: t('rating:stars') })
    setPending(true)
    const refused = await sendReview({
      orderId: order.id,
      supplierId: supplier.id,
      answers: { goods, accuracy, collected, again, ...way },
      comment
    })
    setPending(false)
    setFailure(refused)
    const now = $rating.get()
    if (!refused && now.state === 'ready' && !now.order.isReviewableOrder) replaceModal('rate-order-success')
  }
  return (
    <SheetContent
      title={t('rating:title')}
      footer={
        <>
          <Button
            onClick={() => {
              void declineRating(order)
              close()
            }}
          >
            {t('rating:decline')}
          </Button>
          <Button look="brand" pending={isPending} onClick={() => void send()}>
            {t('rating:send')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <h3>{supplier.name}</h3>
        {questions.map((question) => (
          <StarRow
            key={question}
            question={words(question)}
            name={(count) => t('rating:star', { count })}
            value={answers[question] ?? 0}
            onRate={(stars) => rate(question, stars)}
          />
        ))}
        <TextField
          label={t('rating:comment')}
          hint={t('rating:hint')}
          value={comment}
          onValue={setComment}
          maxLength={MAX_COMMENT}
          error={failure?.field === 'comment' ? failure.message : undefined}
        />
        <p className={styles.error} role="alert">
          {failure && failure.field !== 'comment' ? failure.message : ''}
        </p>
      </div>
    </SheetContent>
  )
}
