import type { Words } from '#domain/locale.ts'

/** Texts of the simulated bank. It is a separate system, so they are not among the shop's messages. */
export const BANK_WORDS = {
  title: { hy: 'Փորձնական բանկ', en: 'Test bank', ru: 'Тестовый банк' },
  intro: {
    hy: 'Սա իրական բանկ չէ. քարտի տվյալներ պետք չեն, և գումար չի գանձվում։ Ընտրեք, թե ինչ պիտի պատասխանի բանկը։',
    en: 'This is not a real bank: no card details are asked for and no money is taken. Choose what the bank should answer.',
    ru: 'Это не настоящий банк: данные карты не нужны, деньги не списываются. Выберите, что ответит банк.'
  },
  order: { hy: 'Պատվեր', en: 'Order', ru: 'Заказ' },
  amount: { hy: 'Վճարման ենթակա', en: 'To pay', ru: 'К оплате' },
  approve: { hy: 'Հաստատել վճարումը', en: 'Approve the payment', ru: 'Подтвердить платёж' },
  decline: { hy: 'Մերժել վճարումը', en: 'Decline the payment', ru: 'Отклонить платёж' },
  leave: { hy: 'Հեռանալ առանց վճարելու', en: 'Leave without paying', ru: 'Уйти без оплаты' },
  deposited: { hy: 'Այս վճարումն արդեն կատարված է։', en: 'This payment has already been made.', ru: 'Этот платёж уже выполнен.' },
  declined: { hy: 'Այս վճարումը մերժվել է։', en: 'This payment was declined.', ru: 'Этот платёж отклонён.' },
  closed: {
    hy: 'Խանութն այս վճարումն այլևս չի սպասում։ Ոչինչ չի գանձվել։',
    en: 'The shop no longer waits for this payment. Nothing was charged.',
    ru: 'Магазин больше не ждёт этот платёж. Деньги не списаны.'
  },
  refunded: { hy: 'Այս վճարումը վերադարձվել է։', en: 'This payment was given back.', ru: 'Этот платёж возвращён.' },
  back: { hy: 'Վերադառնալ խանութ', en: 'Back to the shop', ru: 'Вернуться в магазин' },
  missing: { hy: 'Այդպիսի վճարում չկա։', en: 'There is no such payment.', ru: 'Такого платежа нет.' },
  languages: { hy: 'Լեզու', en: 'Language', ru: 'Язык' }
} satisfies Record<string, Words>
