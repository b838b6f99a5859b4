"use client";
import { ErrorOutsideFrame } from "../error-outside-frame.tsx";

export default ErrorOutsideFrame;
