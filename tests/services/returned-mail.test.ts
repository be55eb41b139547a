import { describe, expect, test } from 'vitest'
import { keysIn, readOrder } from '#server/services/messages/orders.ts'

const KEY = '1b4e28ba-2fa1-41d2-883f-0016d3cca427'
const OTHER = '6fa459ea-ee8a-4ca4-894e-db77e160355e'

/** As Postfix returns a mail. */
const returned = (action = 'failed', status = '5.1.1'): string => `Date: Fri, 20 Nov 2026 12:00:00 +0400
From: MAILER-DAEMON@mail.example.am (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: shop@shuka.example
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="9B095B5ADSN"
Message-Id: <20261120080000.5F1C3@mail.example.am>

--9B095B5ADSN
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.am

Final-Recipient: rfc822; anna@example.am
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 5.1.1 no such user

--9B095B5ADSN
Content-Type: text/rfc822-headers

Subject: A gift card
Message-ID: <${KEY.toUpperCase()}@shuka.example>

--9B095B5ADSN--
`

describe('a mail that came back', () => {
  test('names the mails that were not delivered', () => {
    expect(keysIn(returned())).toEqual([KEY])
    expect(keysIn(returned().replaceAll('\n', '\r\n'))).toEqual([KEY])
    // Exchange answers the mail.
    expect(keysIn(`In-Reply-To: <${KEY}@shuka.example>\n${returned()}\nReferences: <${OTHER}@shuka.example>`)).toEqual([KEY, OTHER])
  })

  test.each([
    ['is late', returned('delayed', '4.4.1')],
    ['was delivered', returned('delivered', '2.0.0')],
    ['is an answer', `Subject: Automatic reply\nIn-Reply-To: <${KEY}@shuka.example>\n\nI am on holiday.`],
    ['is none of ours', returned().replaceAll(KEY.toUpperCase(), 'abc')],
    ['is empty', '']
  ])('names none when it %s', (_, mail) => expect(keysIn(mail)).toEqual([]))

  test('is an order of an operator', () => {
    expect(readOrder(['bounced', KEY, OTHER])).toEqual({ verb: 'bounced', keys: [KEY, OTHER] })
    for (const words of [['bounced'], ['bounced', '1'], ['bounced', KEY, 'all']]) expect(readOrder(words)).toBeNull()
  })
})
