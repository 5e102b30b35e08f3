export { OutboxList } from './outbox-list.tsx'
export { OutboxLine } from './outbox-line.tsx'
export { UnsavedDataText, useUnsavedData, useSignOutQuestion } from './sign-out-question.tsx'
