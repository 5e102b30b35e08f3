import { MailedQuestion, OutboxLink, useMailedToken } from '../features/accounts/index.ts'
import { m } from '../i18n/messages.ts'
import { ButtonLink } from '../ui/button.tsx'

type Props = {
  title: string
  text: string
  /** The title shown after the change is undone. */
  done: string
  undo: (token: string) => Promise<void>
}

/** The page that an emailed link opens to undo an account change. */
export function UndoQuestion({ title, text, done, undo }: Props) {
  const token = useMailedToken()
  const toSignIn = (
    <ButtonLink href="/auth" variant="primary" size="lg" wide>
      {m.accounts_back_to_sign_in()}
    </ButtonLink>
  )
  return (
    <MailedQuestion
      title={title}
      text={text}
      submit={m.accounts_undo_submit()}
      failed={m.accounts_undo_failed()}
      send={() => undo(token ?? '')}
      isEmpty={token === null}
      done={{ title: done, text: m.accounts_undo_ok_text(), next: <OutboxLink /> }}
      refused={{ text: m.accounts_undo_bad_text(), next: toSignIn }}
    />
  )
}
