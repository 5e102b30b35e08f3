export { Meetups } from './lazy-meetups.tsx'
export { MeetupScreen } from './meetup-screen.tsx'
export { meetupKinds } from './outbox-kinds.ts'
