export { outboxSms } from './outbox-sms.ts'
export { makeSms, type SmsSettings } from './make-sms.ts'
export { isSmsAddress, type Sms, SmsNotSent, type SmsSender } from './sms.ts'
