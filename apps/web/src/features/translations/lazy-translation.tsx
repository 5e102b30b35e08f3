import type { Translatable } from '@nollie/contract'
import { type ReactNode, Suspense, useState } from 'react'
import { afterFirstScreen } from '../../lib/after-first-screen.ts'
import { lazyExtra } from '../../ui/lazy-part.tsx'

const TranslateButton = lazyExtra(async () => {
  await afterFirstScreen()
  return import('./translation.tsx').then(({ TranslateButton }) => ({ default: TranslateButton }))
})

type Props = {
  of: Translatable
  /** What somebody wrote. */
  text: string
  /** The look of the original. */
  className?: string | undefined
  /** It on the screen, in whose place the translation comes; without it, the translation comes by itself. */
  children?: ReactNode
}

/** A text by a person, with a button that translates it where it is in another language than the page. */
export function Translated({ of, text, className, children }: Props) {
  const [shown, setShown] = useState<string | null>(null)
  const isShown = shown === text
  return (
    <>
      {!isShown && children}
      <Suspense fallback={null}>
        <TranslateButton
          key={text}
          of={of}
          text={text}
          className={className}
          isShown={isShown}
          isBelow={!children}
          onShow={(shows) => setShown(shows ? text : null)}
        />
      </Suspense>
    </>
  )
}
