import './auth.css'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import art from '../../ui/art/auth.svg?url'
import { AppLink } from '../../ui/link.tsx'

/** The screen around every account form: a strip of art with the way home, then a sheet. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page auth">
      <div className="auth-art">
        <img src={art} alt="" width="390" height="230" />
        <AppLink href="/" className="btn btn-glass auth-home">
          <ArrowLeft aria-hidden="true" />
          {m.auth_back_home()}
        </AppLink>
      </div>
      <main id="main" tabIndex={-1} className="auth-sheet">
        <div className="auth-form">
          <h1>{title}</h1>
          {children}
        </div>
      </main>
    </div>
  )
}
