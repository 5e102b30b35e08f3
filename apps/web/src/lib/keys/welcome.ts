/** Query keys for the new member welcome card. */
export const welcomeKeys = {
  done: (user_id: string | undefined) => ['welcome', 'done', user_id] as const,
  spots: (near: string | null) => ['welcome', 'spots', near] as const,
}
