export { OutboxList } from './outbox-list.tsx'
export { OutboxLink } from './outbox-link.tsx'
export { useSignOutQuestion } from './use-sign-out.tsx'
