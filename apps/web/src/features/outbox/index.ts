export { OutboxList } from './outbox-list.tsx'
export { OutboxLine } from './outbox-line.tsx'
export { AtStakeText, useAtStake, useSignOutQuestion } from './sign-out-question.tsx'
