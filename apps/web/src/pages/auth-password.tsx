export const NewPasswordPage = () => null
