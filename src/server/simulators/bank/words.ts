import type { Words } from '#domain/locale.ts'
import type { BankCall, Fault } from './faults.ts'

/** Texts of the simulated banks. They are separate systems, so they are not among the shop's messages. */
export const BANK_WORDS = {
  title: { hy: 'Փորձնական բանկ', en: 'Test bank', ru: 'Тестовый банк' },
  intro: {
    hy: 'Սա իրական բանկ չէ. քարտերը փորձնական են, և գումար չի գանձվում։ Ընտրեք քարտը և թե ինչ պիտի պատասխանի բանկը։',
    en: 'This is not a real bank: the cards are for tests and no money is taken. Choose a card and what the bank should answer.',
    ru: 'Это не настоящий банк: карты тестовые, деньги не списываются. Выберите карту и ответ банка.'
  },
  order: { hy: 'Պատվեր', en: 'Order', ru: 'Заказ' },
  amount: { hy: 'Վճարման ենթակա', en: 'To pay', ru: 'К оплате' },
  card: { hy: 'Քարտ', en: 'Card', ru: 'Карта' },
  noFunds: { hy: 'գումար չկա', en: 'insufficient funds', ru: 'нет денег' },
  asksAgain: { hy: '3-D Secure', en: '3-D Secure', ru: '3-D Secure' },
  bind: { hy: 'Հիշել այս քարտը խանութի համար', en: 'Remember this card for the shop', ru: 'Запомнить эту карту для магазина' },
  approve: { hy: 'Հաստատել վճարումը', en: 'Approve the payment', ru: 'Подтвердить платёж' },
  refuse: { hy: 'Մերժել վճարումը', en: 'Decline the payment', ru: 'Отклонить платёж' },
  funds: { hy: 'Քարտին գումարը չի բավականացնում', en: 'Insufficient funds', ru: 'На карте не хватает денег' },
  leave: { hy: 'Հեռանալ առանց վճարելու', en: 'Leave without paying', ru: 'Уйти без оплаты' },
  confirmTitle: { hy: '3-D Secure հաստատում', en: '3-D Secure confirmation', ru: 'Подтверждение 3-D Secure' },
  confirmIntro: {
    hy: 'Քարտը թողարկող բանկը հարցնում է, թե արդյոք դուք եք վճարում։ Կոդն արդեն լրացված է։',
    en: 'The bank that issued the card asks whether it is you who pays. The code is filled in already.',
    ru: 'Банк, выпустивший карту, спрашивает, вы ли платите. Код уже введён.'
  },
  code: { hy: 'Կոդ', en: 'Code', ru: 'Код' },
  confirm: { hy: 'Այո, ես եմ վճարում', en: 'Yes, I am paying', ru: 'Да, плачу я' },
  deny: { hy: 'Ոչ, մերժել', en: 'No, refuse', ru: 'Нет, отклонить' },
  deposited: { hy: 'Այս վճարումն արդեն կատարված է։', en: 'This payment has already been made.', ru: 'Этот платёж уже выполнен.' },
  declined: { hy: 'Այս վճարումը մերժվել է։', en: 'This payment was declined.', ru: 'Этот платёж отклонён.' },
  closed: {
    hy: 'Խանութն այլևս չի սպասում այս վճարմանը։ Ոչինչ չի գանձվել։',
    en: 'The shop no longer waits for this payment. Nothing was charged.',
    ru: 'Магазин больше не ждёт этот платёж. Деньги не списаны.'
  },
  reversed: { hy: 'Այս վճարումը վերադարձվել է։', en: 'This payment was given back.', ru: 'Этот платёж возвращён.' },
  back: { hy: 'Վերադառնալ խանութ', en: 'Back to the shop', ru: 'Вернуться в магазин' },
  missing: { hy: 'Այդպիսի վճարում չկա։', en: 'There is no such payment.', ru: 'Такого платежа нет.' },
  languages: { hy: 'Լեզու', en: 'Language', ru: 'Язык' },
  faults: { hy: 'Բանկի խափանումներ', en: 'Faults of the bank', ru: 'Сбои банка' },
  faultsIntro: {
    hy: 'Ընտրեք խափանումը. այն կլինի մեկ անգամ, խանութի հաջորդ հարցման կամ հաջորդ վճարման ժամանակ։',
    en: "Choose a fault: it happens once, at the shop's next call or the next payment.",
    ru: 'Выберите сбой: он случится один раз, при следующем запросе магазина или следующем платеже.'
  },
  fault: { hy: 'Խափանում', en: 'Fault', ru: 'Сбой' },
  call: { hy: 'Խանութի հարցումը', en: 'Call of the shop', ru: 'Запрос магазина' },
  anyCall: { hy: 'ցանկացած', en: 'any', ru: 'любой' },
  arm: { hy: 'Առաջացնել', en: 'Cause it', ru: 'Вызвать' },
  armed: { hy: 'Սպասում են', en: 'Waiting to happen', ru: 'Ждут своей очереди' },
  noChecksum: {
    hy: 'չի կիրառվում. ստուգիչ գումար չի ուղարկվում',
    en: 'not applicable: no checksum is sent',
    ru: 'неприменимо: контрольная сумма не отправляется'
  },
  noPrecheck: {
    hy: 'չի կիրառվում. վճարումից առաջ խանութին հարց չի տրվում',
    en: 'not applicable: the shop is not asked before a payment',
    ru: 'неприменимо: магазин не спрашивают перед платежом'
  },
  noCalls: {
    hy: 'չի կիրառվում. խանութն այստեղ հարցում չի ուղարկում',
    en: 'not applicable: the shop sends no requests here',
    ru: 'неприменимо: магазин сюда запросов не отправляет'
  },
  noCurrency: {
    hy: 'չի կիրառվում. արժույթը չի նշվում',
    en: 'not applicable: no currency is named',
    ru: 'неприменимо: валюта не указывается'
  },
  toPayment: { hy: 'Վերադառնալ վճարմանը', en: 'Back to the payment', ru: 'Вернуться к платежу' }
} satisfies Record<string, Words>
export type BankWord = keyof typeof BANK_WORDS

export const FAULT_WORDS: Record<Fault, Words> = {
  silent: { hy: 'Պատասխան չկա', en: 'No answer', ru: 'Нет ответа' },
  lost: { hy: 'Կատարված է, բայց պատասխանը կորել է', en: 'Done, but the answer is lost', ru: 'Выполнено, но ответ потерян' },
  error: { hy: 'Սխալ 500', en: 'Error 500', ru: 'Ошибка 500' },
  slow: { hy: 'Դանդաղ պատասխան', en: 'Slow answer', ru: 'Медленный ответ' },
  twice: { hy: 'Վերադարձ երկու անգամ', en: 'The return comes twice', ru: 'Возврат приходит дважды' },
  together: { hy: 'Երկու վերադարձ միաժամանակ', en: 'Two returns at once', ru: 'Два возврата одновременно' },
  late: { hy: 'Վճարումը հայտնվում է մեկ րոպե անց', en: 'The payment is known a minute late', ru: 'О платеже известно через минуту' },
  early: {
    hy: 'Վճարված է, բայց գնորդը հետ չի ուղարկվում',
    en: 'Paid, but the buyer is not sent back',
    ru: 'Оплачено, но покупателя не отправляют обратно'
  },
  amount: { hy: 'Այլ գումար', en: 'Wrong amount', ru: 'Другая сумма' },
  currency: { hy: 'Այլ արժույթ', en: 'Wrong currency', ru: 'Другая валюта' },
  checksum: { hy: 'Սխալ ստուգիչ գումար', en: 'Bad checksum', ru: 'Неверная контрольная сумма' },
  unknown: { hy: 'Անհայտ պատվեր', en: 'Unknown order', ru: 'Неизвестный заказ' },
  precheck: { hy: 'Նախնական ստուգումը մերժված է', en: 'Precheck refused', ru: 'Предварительная проверка отклонена' }
}

export const CALL_WORDS: Record<BankCall, Words> = {
  register: { hy: 'գրանցում', en: 'registration', ru: 'регистрация' },
  status: { hy: 'վիճակ', en: 'status', ru: 'состояние' },
  refund: { hy: 'գումարի վերադարձ', en: 'refund', ru: 'возврат денег' },
  close: { hy: 'չեղարկում', en: 'cancelling', ru: 'отмена' },
  charge: { hy: 'պահված քարտով վճարում', en: 'payment by a saved card', ru: 'оплата сохранённой картой' },
  bindings: { hy: 'պահված քարտերի ցանկ', en: 'list of saved cards', ru: 'список сохранённых карт' },
  unbind: { hy: 'պահված քարտի հեռացում', en: 'removal of a saved card', ru: 'удаление сохранённой карты' },
  notice: { hy: 'խանութին տեղեկացում', en: 'notice to the shop', ru: 'уведомление магазина' },
  session: { hy: 'խանութի ստուգում', en: 'proof of the shop', ru: 'проверка магазина' },
  token: { hy: 'վճարում', en: 'payment', ru: 'оплата' }
}
