import { takeSignInCode } from './sign-in-code.ts';

takeSignInCode();
