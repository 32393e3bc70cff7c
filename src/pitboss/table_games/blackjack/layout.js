export { default } from "./twenty-one.js";
