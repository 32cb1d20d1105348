import vue from "@vitejs/plugin-vue";
import { defineConfig } from "vite";

// Vue has to be told which elements are none of its own.
const isCustomElement = (tag) => tag.startsWith("wazaba-");

export default defineConfig({ plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] });
